%% See nrev.scm.
-module(nrev).
-export([main/0]).

join([], Second) -> Second;
join([Item | Rest], Second) -> [Item | join(Rest, Second)].

nrev([]) -> [];
nrev([Item | Rest]) -> join(nrev(Rest), [Item]).

main() ->
    Numbers = lists:seq(1, 5000),
    measure:measure_times(3, nrev, 1, fun measure:checksum/1,
                          fun() -> nrev(Numbers) end),
    halt().
