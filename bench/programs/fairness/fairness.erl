%% See fairness.scm.
-module(fairness).
-export([main/0]).

-define(BUSY, 1000).
-define(ASKED, 100).

spin(1000) -> spin(0);
spin(N) -> spin(N + 1).

echo() ->
    receive
        {From, Tag, Message} -> From ! {Tag, Message}
    end,
    echo().

microseconds_of(Server) ->
    Start = erlang:monotonic_time(microsecond),
    Tag = make_ref(),
    Server ! {self(), Tag, ping},
    receive {Tag, _} -> ok end,
    erlang:monotonic_time(microsecond) - Start.

percentile_99(Priority) ->
    Me = self(),
    Asker = fun() ->
                    Server = spawn_opt(fun echo/0, [{priority, Priority}]),
                    Times = [microseconds_of(Server) || _ <- lists:seq(1, ?ASKED)],
                    exit(Server, kill),
                    Me ! lists:nth(99 * ?ASKED div 100 + 1, lists:sort(Times))
            end,
    spawn_opt(Asker, [{priority, Priority}]),
    receive Time -> Time end.

main() ->
    Pids = [spawn(fun() -> spin(0) end) || _ <- lists:seq(1, ?BUSY)],
    measure:report('fairness-normal', done, percentile_99(normal), 1, '-'),
    measure:report('fairness-high', done, percentile_99(high), 1, '-'),
    lists:foreach(fun(Pid) -> exit(Pid, kill) end, Pids),
    halt().
