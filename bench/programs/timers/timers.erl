%% See timers.scm.
-module(timers).
-export([main/0]).

-define(WAITING, 100000).
-define(TURNS, 200000).

wait_long() ->
    receive
        {never, 1} -> 1
    after 100000000 -> 2
    end.

start(0) -> done;
start(Count) ->
    spawn(fun wait_long/0),
    start(Count - 1).

echo() ->
    receive
        {From, Tag, Number} -> From ! {Tag, Number}
    after 1000000 -> 'too-long'
    end,
    echo().

ask(_, 0) -> done;
ask(Server, Count) ->
    Tag = make_ref(),
    Server ! {self(), Tag, Count},
    receive
        {Tag, _} -> ask(Server, Count - 1)
    after 1000000 -> exit(timeout)
    end.

main() ->
    Server = spawn(fun echo/0),
    start(?WAITING),
    measure:measure_times(3, timers, ?TURNS, fun measure:same/1,
                          fun() -> ask(Server, ?TURNS) end),
    halt().
