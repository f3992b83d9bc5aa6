%% See broadcast.scm.
-module(broadcast).
-export([main/0]).

-define(LISTENERS, 10000).
-define(ROUNDS, 20).

listen() ->
    receive
        {From, Round} ->
            From ! Round,
            listen()
    end.

add_answers(0, Sum) -> Sum;
add_answers(Count, Sum) ->
    receive
        Answer -> add_answers(Count - 1, Sum + Answer)
    end.

broadcast(_, 0, Sum) -> Sum;
broadcast(Pids, Round, Sum) ->
    Message = {self(), Round},
    lists:foreach(fun(Pid) -> Pid ! Message end, Pids),
    broadcast(Pids, Round - 1, Sum + add_answers(?LISTENERS, 0)).

main() ->
    Pids = [spawn(fun listen/0) || _ <- lists:seq(1, ?LISTENERS)],
    measure:measure_times(3, broadcast, ?LISTENERS * ?ROUNDS, fun measure:same/1,
                          fun() -> broadcast(Pids, ?ROUNDS, 0) end),
    halt().
