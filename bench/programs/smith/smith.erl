%% See smith.scm.
-module(smith).
-export([main/0]).
-compile({inline, [larger/2]}).

letters(0, _, Result) -> Result;
letters(Count, Seed, Result) ->
    Next = measure:next_random(Seed),
    Letter = lists:nth((Next rem 400) div 100 + 1, "ACGT"),
    letters(Count - 1, Next, [Letter | Result]).

larger(A, B) when A < B -> B;
larger(A, _) -> A.

next_row(_, [], _, _, _) -> [];
next_row(Letter, [Other | Others], [Above | Rest], Diagonal, Left) ->
    Score = if Letter =:= Other -> 2; true -> -1 end,
    Gap = larger(Above, Left) - 1,
    Cell = larger(0, larger(Diagonal + Score, Gap)),
    [Cell | next_row(Letter, Others, Rest, Above, Cell)].

largest([], Best) -> Best;
largest([Cell | Row], Best) -> largest(Row, larger(Cell, Best)).

smith(First, Second) -> smith(First, Second, [0 || _ <- Second], 0).

smith([], _, _, Best) -> Best;
smith([Letter | First], Second, Above, Best) ->
    Row = next_row(Letter, Second, Above, 0, 0),
    smith(First, Second, Row, largest(Row, Best)).

main() ->
    First = letters(600, 1, []),
    Second = letters(600, 89, []),
    measure:measure_times(5, smith, 1, fun measure:same/1,
                          fun() -> smith(First, Second) end),
    halt().
