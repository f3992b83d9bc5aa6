%% See qsort.scm.
-module(qsort).
-export([main/0]).

random_numbers(0, _, Numbers) -> Numbers;
random_numbers(Count, Seed, Numbers) ->
    Next = measure:next_random(Seed),
    random_numbers(Count - 1, Next, [Next | Numbers]).

qsort([], Tail) -> Tail;
qsort([Pivot | Numbers], Tail) -> split(Pivot, Numbers, [], [], Tail).

split(Pivot, [], Less, More, Tail) ->
    qsort(Less, [Pivot | qsort(More, Tail)]);
split(Pivot, [Number | Numbers], Less, More, Tail) when Number < Pivot ->
    split(Pivot, Numbers, [Number | Less], More, Tail);
split(Pivot, [Number | Numbers], Less, More, Tail) ->
    split(Pivot, Numbers, Less, [Number | More], Tail).

main() ->
    Numbers = random_numbers(250000, 42, []),
    measure:measure_times(3, qsort, 1, fun measure:checksum/1,
                          fun() -> qsort(Numbers, []) end),
    halt().
