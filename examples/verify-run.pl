% Verifies what `hippodrome explain BOARD --format prolog` writes, trusting nothing in it:
% every list of candidates is found anew, so that none is missing, and every choice is judged.
%
%   hippodrome explain 8x8 --from a1 --format prolog -o run.pl
%   swipl examples/verify-run.pl -- run.pl
%
% Exit status: 0 verified, 1 rejected (with the first term that is wrong).

:- initialization(main, main).

main([File]) :-
    catch(read_file_to_terms(File, Terms, []), Error, (print_message(error, Error), halt(1))),
    include(is_board, Terms, Facts),
    exclude(is_board, Terms, Others),
    ( Others = [start(Start) | Events] -> true ; writeln("rejected: no start"), halt(1) ),
    verify(Events, Facts, 1, [Start], 1).
main(_) :- writeln("usage: swipl verify-run.pl -- FILE"), halt(1).

is_board(Term) :-
    functor(Term, Name, _),
    memberchk(Name, [board, hole, kind, tie_break, directions]).

% verify(Events, Facts, Longest, Visited, Try): Visited has the last square first.
verify([outcome(Name, Longest)], Facts, Longest, Visited, _) :-
    outcome(Name, Facts, Visited), !,
    format("verified: ~w, ~d squares~n", [Name, Longest]).
verify([Event | Events], Facts, Longest, Visited, Try) :-
    event(Event, Facts, Visited, Next, Try, NextTry), !,
    length(Next, Length),
    Longer is max(Longest, Length),
    verify(Events, Facts, Longer, Next, NextTry).
verify([Term | _], _, _, _, _) :- format("rejected: ~q~n", [Term]), halt(1).
verify([], _, _, _, _) :- writeln("rejected: no outcome"), halt(1).

% A move: the candidates are all there are, in the order of the directions, with their degrees.
event(move(Step, From, Candidates, To, By), Facts, [From | Before], [To, From | Before], Try, Next) :-
    ( Try = again(Next) -> true ; Next = Try ),
    length([From | Before], Step),
    findall(Degree-Square,
            (jump(Facts, From, Square), free(Square, [From | Before]),
             degree(Facts, Square, [From | Before], Degree)),
            Found),
    in_order(Facts, Next, Found, Candidates),
    memberchk(Chosen-To, Candidates),
    \+ (member(Degree-_, Candidates), Degree < Chosen),
    findall(Square, member(Chosen-Square, Candidates), Tied),
    decided(By, Facts, Try, Tied, To).
event(undo(From, To, At), _, Visited, [At | Before], Try, again(Try)) :-
    length(Visited, From),
    Dropped is From - To,
    length(Taken, Dropped),
    append(Taken, [At | Before], Visited).
event(retry(Number, Square), _, _, [Square], _, retry(Number)).

% The order of the directions holds for the first try; later tries and Squirrel and Cull's rule
% have orders of their own.
in_order(Facts, Try, Found, Candidates) :-
    ( Try == 1, \+ memberchk(tie_break(squirrel), Facts) -> Found == Candidates
    ; msort(Found, Sorted), msort(Candidates, Sorted)
    ).

% A tie is decided by the rule named, unless moves were taken back to it.
decided(degree, _, _, [To], To).
decided(tie_break, Facts, Try, [First, Second | Rest], To) :-
    ( Try \= again(_), memberchk(tie_break(first), Facts) -> To = First
    ; Try \= again(_), memberchk(tie_break(last), Facts) -> last([First, Second | Rest], To)
    ; memberchk(To, [First, Second | Rest])
    ).

outcome(tour, Facts, [Last | Before]) :- !,
    memberchk(board(Files, Ranks), Facts),
    findall(Hole, member(hole(Hole), Facts), Holes),
    length(Holes, Missing),
    length([Last | Before], Length),
    Length =:= Files * Ranks - Missing,
    ( memberchk(kind(closed), Facts)
    -> append(_, [First], [Last | Before]), once(jump(Facts, Last, First))
    ;  true
    ).
outcome(unknown, _, _) :- !.
outcome(_, Facts, [Last | Before]) :-
    ( memberchk(board(Files, Ranks), Facts), length(Before, Moves), Moves + 1 =:= Files * Ranks -> true
    ; \+ (jump(Facts, Last, Square), free(Square, [Last | Before]))
    ).

jump(Facts, p(X0, Y0), p(X, Y)) :-
    memberchk(directions(Directions), Facts),
    member(d(DX, DY), Directions),
    X is X0 + DX, Y is Y0 + DY,
    memberchk(board(Files, Ranks), Facts),
    between(1, Files, X), between(1, Ranks, Y),
    \+ memberchk(hole(p(X, Y)), Facts).

free(Square, Visited) :- \+ memberchk(Square, Visited).

degree(Facts, Square, Visited, Degree) :-
    findall(Next, (jump(Facts, Square, Next), free(Next, Visited)), All),
    length(All, Degree).
