Tom karo Mary padha bengok-bengokan.
Kowe ngerti lagu iki?
Dhèwèké mbukak cendhélané, sanadyan aku wis nglarang.
Ngapa kowé ora nggolèk panggon liya kanggo tinggal?
Jaré Tom aku butuh paraban.
Aku ora isa lunga.
Kowe arep lunga kapan?
Aku ngelih, durung mangan kawit mau isuk.
Nalika dhèké krungu wartané, dhèké malih pucet.
Aku keciliken.
