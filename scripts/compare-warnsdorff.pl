% Compares runs that `hippodrome explain N --from SQ --format prolog` wrote with the Prolog program
% warnsdorff.pl: the same squares in the same order, and stuck on the same square.
%
%   swipl scripts/compare-warnsdorff.pl -- RUN...

:- initialization(main, main).
:- use_module(library(prolog_wrap)).
:- dynamic board_size/1.
:- load_files(warnsdorff, []).

% The path of the last call is the whole path, or the path that got stuck.
:- wrap_predicate(tour_(_, Visited, _, _), path, Wrapped, (nb_setval(path, Visited), Wrapped)).

main(Files) :-
    foldl(compare_run, Files, 0-0, Tours-Stuck),
    All is Tours + Stuck,
    format("the same squares from ~d starts: ~d tours, ~d stuck~n", [All, Tours, Stuck]).

compare_run(File, Tours-Stuck, MoreTours-MoreStuck) :-
    read_file_to_terms(File, Terms, []),
    memberchk(board(N, N), Terms),
    memberchk(start(Start), Terms),
    findall(To, member(move(_, _, _, To, _), Terms), Moves),
    retractall(board_size(_)), assertz(board_size(N)),
    All is N * N,
    ( tour_(Start, [Start], All, _) -> Found = true ; Found = false ),
    nb_getval(path, Backwards),
    reverse(Backwards, Path),
    ( Path == [Start | Moves], agrees(Found, Terms) -> true
    ; format("~w: the program goes ~w (~w)~n", [File, Path, Found]), halt(1)
    ),
    ( Found == true -> MoreTours is Tours + 1, MoreStuck = Stuck
    ; MoreTours = Tours, MoreStuck is Stuck + 1
    ).

agrees(true, Terms) :- memberchk(outcome(tour, _), Terms).
agrees(false, Terms) :- memberchk(outcome(Name, _), Terms), memberchk(Name, [stuck, impossible]).
