%% See tak.scm.
-module(tak).
-export([main/0]).

tak(X, Y, Z) when Y < X ->
    tak(tak(X - 1, Y, Z), tak(Y - 1, Z, X), tak(Z - 1, X, Y));
tak(_, _, Z) -> Z.

main() ->
    measure:measure_times(3, tak, 1, fun measure:same/1,
                          fun() -> tak(27, 18, 9) end),
    halt().
