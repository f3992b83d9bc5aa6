%% See self-send.scm.
-module(self_send).
-export([main/0]).

-define(MESSAGES, 1000000).

send_and_take(0, _) -> done;
send_and_take(Count, Me) ->
    Me ! Count,
    receive _ -> ok end,
    send_and_take(Count - 1, Me).

main() ->
    measure:measure_times(3, send, ?MESSAGES, fun measure:same/1,
                          fun() -> send_and_take(?MESSAGES, self()) end),
    halt().
