%% See many-to-one.scm.
-module(many_to_one).
-export([main/0]).

-define(SENDERS, 1000).
-define(MESSAGES, 300).

send_all(0, _) -> done;
send_all(Count, To) ->
    To ! Count,
    send_all(Count - 1, To).

start(0, _) -> done;
start(Count, To) ->
    spawn(fun() -> send_all(?MESSAGES, To) end),
    start(Count - 1, To).

add_up(0, Sum) -> Sum;
add_up(Count, Sum) ->
    receive
        Number -> add_up(Count - 1, Sum + Number)
    end.

main() ->
    measure:measure_times(3, 'many-to-one', ?SENDERS * ?MESSAGES, fun measure:same/1,
                          fun() ->
                                  start(?SENDERS, self()),
                                  add_up(?SENDERS * ?MESSAGES, 0)
                          end),
    halt().
