%% The same by Erlang's inets: the file is served by a module, from memory.
-module(httpd_bench).
-export([main/1, do/1]).
-include_lib("inets/include/httpd.hrl").

do(_) ->
    Body = "Hello, world\n",
    {proceed, [{response, {response, [{code, 200}, {content_type, "text/plain"},
                                      {content_length, "13"}], Body}}]}.

main([Root]) ->
    ok = inets:start(),
    {ok, Pid} = inets:start(httpd, [{port, 0}, {server_name, "b"}, {server_root, Root},
                                    {document_root, Root}, {bind_address, {127, 0, 0, 1}},
                                    {socket_type, {ip_comm, [{nodelay, true}]}}, {keep_alive_timeout, 60}, {max_keep_alive_request, 100000000},
                                    {modules, [?MODULE]}]),
    [{port, Port}] = httpd:info(Pid, [port]),
    io:format("~p~n", [Port]),
    receive stop -> ok end.
