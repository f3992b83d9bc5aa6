# Looks at the database that a program of Mound has written, and writes into it.
# Argument: the file. Prints what it finds.
import sqlite3
import sys

connection = sqlite3.connect(sys.argv[1])
print(connection.execute("pragma integrity_check").fetchone()[0])
for row in connection.execute("select id, name, size, data from t order by id"):
    print(row)
connection.execute("insert into t values (5, 'von Python', 2.5, null)")
connection.commit()
