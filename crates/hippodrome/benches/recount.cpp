// Warnsdorff's rule as it is usually programmed, for scripts/bench-warnsdorff: a matrix of visited
// squares, the degree of every candidate counted anew at every move, ties to the candidate farthest
// from the centre of the board. No tour is verified and nothing but its length is printed.

#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

static const int ROW[8] = {2, 1, -1, -2, -2, -1, 1, 2};
static const int COLUMN[8] = {1, 2, 2, 1, -1, -2, -2, -1};

int main(int argc, char **argv) {
    const int side = argc > 1 ? std::atoi(argv[1]) : 1000;
    const double centre = (side - 1) / 2.0;
    std::vector<std::vector<int>> visited(side, std::vector<int>(side, 0));
    std::vector<std::pair<int, int>> tour;
    auto is_free = [&](int row, int column) {
        return row >= 0 && row < side && column >= 0 && column < side && !visited[row][column];
    };
    auto degree = [&](int row, int column) {
        int exits = 0;
        for (int k = 0; k < 8; k++) exits += is_free(row + ROW[k], column + COLUMN[k]);
        return exits;
    };
    for (int row = 0, column = 0; row >= 0;) {
        visited[row][column] = 1;
        tour.push_back({row, column});
        int least = 9, to_row = -1, to_column = -1;
        double farthest = -1;
        for (int k = 0; k < 8; k++) {
            const int r = row + ROW[k], c = column + COLUMN[k];
            if (!is_free(r, c)) continue;
            const int exits = degree(r, c);
            const double far = (r - centre) * (r - centre) + (c - centre) * (c - centre);
            if (exits < least || (exits == least && far > farthest)) {
                least = exits, farthest = far, to_row = r, to_column = c;
            }
        }
        row = to_row, column = to_column;
    }
    std::printf("%zu %d,%d\n", tour.size(), tour.back().second + 1, tour.back().first + 1);
}
