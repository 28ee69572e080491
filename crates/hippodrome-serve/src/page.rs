//! The page, inside the binary.
//!
//! `studio.js` is built from `studio/src` by `npm run build` there and committed, so that a build of
//! the server needs nothing but Rust; a test in the browser's suite builds it again and compares.

use axum::Router;
use axum::routing::get;

use crate::api::typed;

const FILES: [(&str, &str, &str); 5] = [
    ("/", "text/html; charset=utf-8", include_str!("../assets/index.html")),
    ("/studio.js", "text/javascript; charset=utf-8", include_str!("../assets/studio.js")),
    ("/studio.css", "text/css; charset=utf-8", include_str!("../assets/studio.css")),
    ("/manual.css", "text/css; charset=utf-8", include_str!("../assets/manual.css")),
    ("/icon.svg", "image/svg+xml", include_str!("../assets/icon.svg")),
];

/// Adds the files of the page.
pub(crate) fn routes<S: Clone + Send + Sync + 'static>(router: Router<S>) -> Router<S> {
    FILES.into_iter().fold(router, |router, (path, media, text)| {
        router.route(path, get(move || async move { typed(media, text) }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_needs_nothing_from_elsewhere_and_has_nothing_inline() {
        let (_, _, page) = FILES[0];
        for (_, _, text) in FILES {
            for address in ["http://", "https://", "//cdn"] {
                let others = text.matches(address).count()
                    - text.matches("http://www.w3.org/").count()
                        * usize::from(address == "http://");
                assert_eq!(others, 0, "{address}");
            }
        }
        for inline in ["<style", " style=", " onclick=", "<script>"] {
            assert!(!page.contains(inline), "{inline}");
        }
    }
}
