%% See second-node.scm.
-module(second_node).
-export([main/0]).

main() ->
    io:format("phase ready~n"),
    receive after infinity -> ok end.
