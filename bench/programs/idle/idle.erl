%% See idle.scm.
-module(idle).
-export([main/0]).

phase(Name) ->
    io:format("phase ~s~n", [Name]),
    timer:sleep(1000).

idle(Parent) ->
    Parent ! waiting,
    receive Message -> Message end.

make_idle(0, _, Pids) -> Pids;
make_idle(Count, Me, Pids) ->
    Pid = spawn(fun() -> idle(Me) end),
    receive waiting -> ok end,
    make_idle(Count - 1, Me, [Pid | Pids]).

main() ->
    Count = list_to_integer(measure:environment("BENCH_COUNT")),
    phase(before),
    Pids = make_idle(Count, self(), []),
    phase('after'),
    measure:report(idle, length(Pids), 0, 1, '-'),
    halt().
