Há um show amanhã
Você não gosta de histórias de amor.
Eu trabalharei com ela
Olhe para estas fotos
Em cada minuto de raiva você perde sessenta segundos de paz de espírito.
Ainda há muito a fazer
Tom apresentou-se a todos.
Chegou?
Escrevo em nome de meu marido, que está no hospital.
As reclamações dela me irritam.
