// Spanish.

import type { LanguageData } from './language.ts'

export const es: LanguageData = {
  code: 'es',
  names: 'Español, Spanish',
  stopWords:
    'el, la, los, las, un, una, unos, unas, y, o, de, del, en, con, por, para, es, son, no, que, se, su, sus, al, como, más, lo, este, esta, estos, estas, cuando, puede, pueden, si, cómo, qué, sin, sobre, hay, ser, está, están, a, e, u, nos, le, les, me, mi, tu, yo, él, ella, ellos, pero, ya, también, muy, todo, todos, toda, todas, debe, deben, tiene, tienen, entre, hasta, desde, cada, antes, después',
  concord: true,
  negations:
    'no, nunca, jamás, ningún, ninguno, ninguna, nada, nadie, ni, sin, prohibido, prohibida, imposible, tampoco, salvo, excepto',
  conditions:
    'si, salvo, excepto, solo, sólo, solamente, cuando, hasta, mientras, después, antes, durante, al menos, como máximo, dentro de, con, sin, siempre que, a menos que',
  causes: 'porque, ya que, debido a, puesto que',
  opposites:
    'al menos/como máximo, mínimo/máximo, siempre/nunca, todos/algunos, todos/ninguno, permitido/prohibido, primero/último, izquierda/derecha, sube/baja, debe/puede, deben/pueden, obligatorio/opcional',
  orders: 'antes/después, más de/menos de, encima/debajo',
  questionWords: 'quién, quiénes, qué, cuándo, dónde, por qué, cómo, cuánto, cuántos, cuál, cuáles, puede, hay',
  askingWords:
    'quiero, quisiera, necesito, saber, sé, encontrar, encuentro, aprender, entender, explicar, explica, mostrar, ver, ayuda, ayudar, favor, algo, alguien, todo, cosa, cosas, manera, forma, posible, poder, puedo, usar, uso, utilizar, obtener, hacer, hago, funciona, funcionar, empezar, significa, mejor, sin, entre, mi, mis, nuestro, nuestra',
  runVerbs: 'ejecutar, ejecute, ejecuta, escribir, escriba, con, luego, y, usar, use, usa, mediante',
  numbers:
    'cero 0, un 1, una 1, uno 1, dos 2, tres 3, cuatro 4, cinco 5, seis 6, siete 7, ocho 8, nueve 9, diez 10, once 11, doce 12, trece 13, catorce 14, quince 15, veinte 20, treinta 30, cuarenta 40, cincuenta 50, sesenta 60, setenta 70, ochenta 80, noventa 90, cien 100, mil 1000',
  months:
    'enero/ene, febrero/feb, marzo/mar, abril/abr, mayo, junio/jun, julio/jul, agosto/ago, septiembre/sep/setiembre, octubre/oct, noviembre/nov, diciembre/dic',
  units:
    'ms/milisegundo/milisegundos, s/segundo/segundos/seg, min/minuto/minutos, h/hora/horas, d/día/días, working day/día hábil/días hábiles/día laborable/días laborables, week/semana/semanas, month/mes/meses, year/año/años, %/por ciento, °c/grado/grados, m/metro/metros, cm/centímetro/centímetros, km/kilómetro/kilómetros, kg/kilo/kilos/kilogramo/kilogramos, g/gramo/gramos, l/litro/litros, €/euro/euros/eur, mb/megabyte/megabytes, gb/gigabyte/gigabytes, v/voltio/voltios, bar/bares',
  abbreviations: 'p.ej, ej, etc, aprox, núm, pág, art, sr, sra, dr, dra, máx, mín, tel, ud, uds',
  classes: {
    documentNouns:
      'documento, doc, página, páginas, guía, artículo, texto, sección, secciones, capítulo, párrafo, párrafos, título, títulos, intro, introducción, resumen, tabla, lista, faq, manual, borrador, notas, viñetas, redacción, tono, jerga, erratas, ortografía, ejemplo, ejemplos, parte, partes, instrucciones, estilo, captura, capturas, esquema, anexo, recuadro, frase, frases, correos, chat, tutorial, procedimiento, ficha, encabezado, encabezados',
    writingVerbs:
      'escribe, escribir, escriba, escriban, redacta, redactar, redacte, reformul*, menciona, mencionar, mencione, menciones, explica, explicar, explique, describe, describir, describa, incluye, incluir, incluya, incluyas, añade, añadir, añada, agrega, agregar, omite, omitir, omita, quita, quitar, quite, elimina, eliminar, elimine, resume, resumir, resuma, acorta, acortar, traduce, traducir, traduzca, corrige, corregir, corrija, numera, numerar, pon, poner, ponga, haz, hacer, haga, deja fuera, dejar fuera, mantén, mantener, mantenga, destaca, destacar, resalta, resaltar, cita, citar, evita, evitar, evite, habla de, hablar de, empieza por, empezar por, termina con, usa, usar, suena, suene, tutear, tutea, junta, fusiona, fusionar, en negrita',
    politeness:
      'por favor, porfa, porfi, gracias, puedes, podrías, pueden, podrían, puede, podría, quiero, quisiera, me gustaría, necesito, estaría bien, sería bueno, si es posible, si puedes, recuerda, no olvides, mejor, solo, quizá, quizás, ok, vale',
    style:
      'corto, corta, breve, breves, conciso, concisa, sencillo, sencilla, simple, formal, oficial, amable, cercano, claro, clara, neutro, neutral, largo, larga, detallado, técnico, una página, media página, palabras, frases cortas, en español, en inglés, principiantes, novatos, público general, lenguaje sencillo, bonito, comercial, publicitario',
    positions:
      'arriba, arriba del todo, al principio, al inicio, primero, lo primero, al final, abajo, por último, en la introducción, en el título, en una tabla, como tabla, como lista, en forma de lista, en un recuadro, en negrita, en algún sitio, en el texto, en el documento, aparte, el resto, nada más, todo lo demás',
    people:
      'lector, lectores, público, nuevos, nuevos compañeros, principiantes, jefe, clientes, nombres, nombres de clientes, tú, ti, yo, mis, mi, nadie lee',
    openPoints:
      'todo, tbd, pendiente, por confirmar, por definir, por decidir, por ver, falta, falta por, por aclarar, aclarar, no está claro, no queda claro, no sé, no sabemos, no estoy seguro, sin confirmar, confirmar, comprobar, preguntar, preguntar a, revisar con, quién sabe, sigue siendo, sigue vigente, pregunta:, ???, alguien',
    smallTalk:
      'hola, buenos días, buenas, buenas tardes, gracias, muchas gracias, perdón, perdona, lo siento, jaja, ok, vale, genial, perfecto, estupendo, sí, claro, no, buen fin de semana, fin de semana, hasta luego, hasta mañana, saludos, un saludo, abrazos, aquí van mis notas, notas rápidas, a toda prisa, como quedamos, suerte, +1, exacto, de acuerdo, comida, café, me oís, eso es todo, buen día',
    yes: 'sí, si, exacto, correcto, es correcto, cierto, confirmado, sigue igual, sigue siendo válido, sigue vigente, de acuerdo, ok, vale, se queda, así está bien, comprobado, verificado, bien, eso es',
    no: 'no, falso, incorrecto, está mal, ninguno de los dos, ni uno ni otro, sino, en realidad, ahora es, ahora son, ahora, desde, en vez de, debería ser, debe ser, tiene que ser, corrección, mejor',
    remove:
      'eliminar, elimina, elimine, elimínalo, borrar, borra, borre, bórralo, quitar, quita, quite, quítalo, obsoleto, obsoleta, anticuado, caducado, ya no existe, ya no se usa, fuera, sácalo',
    unknown:
      'no sé, no lo sé, ni idea, no estoy seguro, desconocido, ?, ???, tbd, pendiente, por confirmar, por definir, más tarde, luego, pregunta, preguntar, pregúntale, lo miro, lo compruebo, ya veremos, aún no, todavía no, quizá, buena pregunta, alguien, ver arriba',
    unneeded:
      'no hace falta, no es necesario, innecesario, no aplica, no procede, no se aplica, irrelevante, no es relevante, ignorar, ignora, ignóralo, déjalo, da igual, aquí no, ninguno, ninguna, nada, fuera de alcance, sin importancia',
  },
  greetings:
    'hola, buenos días, buenas tardes, buenas noches, buenas, estimado, estimada, estimados, querido, querida, hola a todos',
  closings:
    'saludos, un saludo, saludos cordiales, cordialmente, atentamente, gracias, muchas gracias, gracias de antemano, un abrazo, abrazos, hasta luego',
  updates:
    'ahora, a partir de, ya no, en vez de, en lugar de, cambiado, trasladado, ampliado, reducido, se mudó, desde',
  hesitations: 'eh, ehm, mmm, hmm',
  mailFields: 'de, para, asunto, fecha, enviado, cc',
  keys: {
    title: 'título',
    kind: 'tipo, clase',
    language: 'idioma, lengua',
    summary: 'resumen',
    sections: 'secciones, apartados, estructura',
    leaveOut: 'omitir, excluir, no mencionar',
    mention: 'mencionar',
    length: 'longitud, extensión',
    audience: 'público, lectores, tono, estilo',
  },
  lengths: {
    short: 'corto, corta, breve',
    normal: 'normal, media',
    long: 'largo, larga, detallado',
  },
  kinds: {
    tutorial: 'tutorial, primeros pasos, inicio rápido, aprende',
    'how-to': 'cómo, guía, instalar, configurar, crear, migrar, actualizar, restaurar, procedimiento',
    reference: 'referencia, parámetros, opciones, comandos, códigos de error, interfaz',
    explanation: 'por qué, concepto, arquitectura, entender, principios, cómo funciona, qué es',
    policy:
      'política, código de conducta, normas, normativa, reglamento, términos, condiciones de uso, condiciones generales',
    'release-notes':
      'notas de la versión, notas de versión, novedades, registro de cambios, qué hay de nuevo, historial de versiones',
    incident: 'informe de incidente, informe del incidente, incidente del, incidencia del',
    faq: 'preguntas frecuentes, preguntas y respuestas',
  },
  roles: {
    overview: {
      headings: 'Descripción general, Introducción, Resumen, Descripción, Visión general, Acerca de',
      cues: 'introducción*, resumen*, propósito*, permite*, ayuda*, significa*, describe*, ofrece*',
      ask: '¿Para qué sirve y quién lo necesita?',
    },
    scope: {
      headings: 'Ámbito de aplicación, Alcance, Ámbito, A quién se aplica, A quiénes se aplica',
      cues: 'ámbito*, alcance*, aplica*, aplican*, vigente*',
      ask: '¿A quién y a qué se aplica, y desde cuándo?',
    },
    prerequisites: {
      headings: 'Requisitos previos, Requisitos, Antes de empezar, Antes de comenzar',
      cues: 'requisito*, necesita*, necesario*, debe, antes*, cuenta*, permiso*, instalar*, instalado*, versión*, acceso*, rol',
      ask: '¿Qué hay que tener, saber o haber instalado antes de empezar?',
    },
    rules: {
      headings: 'Normas, Reglas, Política, Directrices, Principios',
      cues: 'norma*, regla*, permitido*, autorizado*, prohibido*, obligatorio*, obligación*, aprueba*, aprobación*',
      ask: '¿Qué es obligatorio, qué está permitido y qué no?',
    },
    exceptions: {
      headings: 'Excepciones, Excepción, Exenciones',
      cues: 'excepción*, excepto*, salvo*, exento*, exención*, excluido*',
      ask: '¿Quién o qué queda exento, y quién puede conceder una excepción?',
    },
    news: {
      headings: 'Novedades, Nuevo, Nuevas funciones, Qué hay de nuevo, Añadido, Mejoras, Mejorado, Cambios',
      cues: 'nuevo*, nueva*, ahora*, añadido*, función*, incorpora*, mejora*, mejorado*, rápido*, feat',
      ask: '¿Qué se puede hacer ahora que antes no se podía?',
    },
    fixes: {
      headings: 'Correcciones, Corregido, Errores corregidos, Problemas resueltos',
      cues: 'corregido*, corrección*, fallo*, resuelto*, solucionado*, fix',
      ask: '¿Qué fallos se han corregido?',
    },
    upgrading: {
      headings:
        'Notas de actualización, Actualización, Cómo actualizar, Migración, Eliminado, Retirado, Obsoleto, Cambios incompatibles',
      cues: 'actualización*, actualizar*, eliminado*, retirado*, obsoleto*, incompatible*, migración*, migrar*, sustituido*, renombrado*',
      ask: '¿Qué desaparece o deja de ser compatible, y qué hay que hacer al actualizar?',
    },
    impact: {
      headings: 'Impacto, Consecuencias, Usuarios afectados, Clientes afectados, Efectos',
      cues: 'impacto*, afectado*, afectó*, clientes*, indisponible*, perdido*, gravedad*',
      ask: '¿A quién afectó, en qué medida y durante cuánto tiempo?',
    },
    timeline: {
      headings: 'Cronología, Línea de tiempo, Secuencia de los hechos, Qué ocurrió, Qué pasó, Resolución',
      cues: 'cronología*, alerta*, avisó*, detectó*, observó*, restableció*, recuperó*',
      ask: '¿Qué ocurrió y a qué hora, y qué se hizo?',
    },
    cause: {
      headings: 'Causa raíz, Causa, Causas, Causa principal, Origen',
      cues: 'causa*, causado*, debido*, origen*, provocó*, porque*',
      ask: '¿Por qué ocurrió?',
    },
    followUps: {
      headings:
        'Acciones de seguimiento, Seguimiento, Acciones, Medidas, Acciones correctivas, Prevención, Lecciones aprendidas',
      cues: 'acción*, medida*, prevenir*, evitar*, futuro*, lección*',
      ask: '¿Qué se hace para que no vuelva a ocurrir, quién y para cuándo?',
    },
    usage: {
      headings: 'Uso, Sintaxis, Utilización, Comandos',
      cues: 'uso, usar, llamada*, sintaxis*, petición*, comando*, ejecutar*, método*, devuelve*',
      ask: '¿Cómo se llama o se escribe? Mejor con un comando o una petición.',
    },
    steps: {
      headings: 'Pasos, Instrucciones, Procedimiento, Paso a paso, Instalación, Configuración',
      cues: 'paso, primero*, luego*, después*, haga, clic, abra, ejecute*, elija*, introduzca*, cree, añada*, instale*, configure*, comando*, guarde*',
      ask: '¿Qué pasos hay que seguir, en qué orden y con qué comandos o ajustes?',
    },
    how: {
      headings: 'Cómo funciona, Arquitectura, Conceptos, Funcionamiento',
      cues: 'funciona*, consta*, componente*, parte*, flujo*, guarda*, envía*, recibe*, entre*, capa, cola, modelo*',
      ask: '¿De qué partes consta y cómo trabajan juntas?',
    },
    why: {
      headings: 'Por qué, Motivos, Motivación, Ventajas, Razones',
      cues: 'porque*, razón*, motivo*, ventaja*, evitar*, problema*, objetivo*, decisión*, elegido*',
      ask: '¿Por qué está hecho así y qué pasaría de otro modo?',
    },
    parameters: {
      headings: 'Parámetros, Opciones, Ajustes, Campos, Argumentos, Propiedades',
      cues: 'parámetro*, opción*, ajuste*, campo*, argumento*, defecto*, tipo, valor*, obligatorio*, opcional*, cadena*, entero*',
      ask: '¿Qué parámetros u opciones hay, con tipo, valor por defecto y significado?',
    },
    examples: {
      headings: 'Ejemplos, Ejemplo',
      cues: 'ejemplo*, respuesta*, salida*, json, curl',
      ask: '¿Cómo es un ejemplo completo que funciona?',
    },
    result: {
      headings: 'Comprobar el resultado, Resultado, Verificación, Comprobación',
      cues: 'resultado*, comprobar*, verificar*, probar*, confirmar*, muestra*, aparece*, salida*, éxito*, esperado*',
      ask: '¿Cómo se ve que ha funcionado?',
    },
    limits: {
      headings: 'Límites, Limitaciones, Restricciones, Cuotas',
      cues: 'límite*, limitación*, máximo*, mínimo*, cuota*, restricción*, tamaño*, solo',
      ask: '¿Qué límites, cuotas o inconvenientes hay?',
    },
    errors: {
      headings: 'Errores, Códigos de error, Códigos de estado, Respuestas',
      cues: 'error*, código*, estado*, fallo*, inválido*, denegado*, 400, 401, 403, 404, 409, 422, 429, 500',
      ask: '¿Qué errores pueden darse y qué significa cada uno?',
    },
    troubleshooting: {
      headings: 'Solución de problemas, Problemas, Problemas comunes',
      cues: 'error*, falla*, problema*, arreglar*, resolver*, si, registro*, comprobar*, causa*',
      ask: '¿Qué suele fallar y cómo se arregla?',
    },
    contact: {
      headings: 'Contacto, Contactos, A quién preguntar, Responsable, Responsables',
      cues: 'contacto*, preguntas*, consultas*, responsable*, dirigirse*',
      ask: '¿Quién es responsable y atiende las preguntas?',
    },
  },
  phrases: {
    notes: 'Notas',
    openPoint: 'Las notas dejan esto abierto: «{point}» ¿Qué debe decir el borrador?',
    emptySection: 'Ninguna fuente habla de «{section}». {ask}',
    nothing: '¿Qué debe aprender aquí quien lea «{title}»?',
    missingTerm: {
      title: 'Ninguna fuente menciona «{term}»',
      body: 'Las instrucciones piden «{term}», pero ni las notas ni el material ni un documento relacionado dicen nada de ello. Añada material o responda con la frase que debe aparecer.',
    },
    held: {
      order: 'No impreso, parece una instrucción: «{text}»',
      open_point: 'No impreso, parece un punto abierto: «{text}»',
      excluded: 'No impreso, menciona lo que hay que omitir: «{text}»',
      doubtful: 'No impreso, quizá no sea para los lectores: «{text}»',
      body: 'Esto está en las notas y no en el borrador: «{text}» Responda «use» para imprimirlo en el próximo borrador; cualquier otra respuesta lo deja fuera.',
    },
    doubted: {
      title: 'Impreso, pero quizá no sea para los lectores: «{text}»',
      body: 'Las notas no dicen nada más, por eso está en el borrador. Confírmelo, o responda con el texto correcto o «eliminar».',
    },
    instruction: {
      title: 'Instrucciones que solo una persona puede seguir ({count})',
      body: 'El redactor integrado no puede seguir estas instrucciones. Cambie el borrador y marque esto como resuelto: {lines}',
    },
    replaced: {
      title: 'Sustituido: {old} por {new}',
      body: 'El texto decía «{old}» ({oldSource}). Ahora dice «{new}» ({newSource}). ¿Es correcto?',
    },
    conflict: {
      title: 'Las fuentes se contradicen: ¿{first} o {second}?',
      body: 'El borrador dice «{kept}» ({keptSource}). Otra fuente dice «{dropped}» ({droppedSource}). ¿Cuál es correcta?',
    },
    edited: {
      title: 'Un bloque editado dice otra cosa que {source}',
      body: 'Una persona escribió «{kept}», que se queda. {source} dice «{dropped}». ¿Cuál es correcto?',
    },
    fixLink: {
      title: 'Un enlace no lleva a ninguna parte: {href}',
      body: '«{text}» enlaza con {href}, y ese documento no existe. Responda con el enlace correcto (/read/…) o quítelo del borrador.',
    },
    unsupported: {
      title: 'Omitido: las fuentes no lo respaldan ({count})',
      body: 'El modelo escribió esto, pero sus citas no lo respaldan; no está en el borrador: {claims}',
    },
    partly: {
      title: 'Comprobar: las fuentes lo respaldan solo en parte',
      body: 'Esto está en el borrador, pero las citas lo respaldan solo en parte: {claims}',
    },
    style: {
      title: 'La guía de estilo pide otras palabras',
      body: 'Cambia esto en el borrador: {words}',
    },
    fallback: {
      title: 'El borrador del modelo era inservible; este se compuso a partir de las fuentes',
      body: 'El modelo no dio un borrador utilizable ({reason}). Este se compuso a partir de las fuentes. Vuelva a redactar para probar de nuevo el modelo.',
    },
    outcome: {
      applied: 'La respuesta está en el borrador.',
      corrected: 'El borrador dice ahora «{text}».',
      removed: 'La frase se eliminó.',
      confirmed: 'Confirmado; el borrador queda como estaba.',
      used: 'El texto retenido está en el borrador.',
      leftOut: 'El texto queda fuera.',
      dismissed: 'Descartado; no se volverá a preguntar.',
      noContent: 'La respuesta no tiene nada que imprimir; se pregunta de nuevo.',
      unclear: 'No está claro qué debe cambiar la respuesta; el borrador queda como estaba.',
    },
  },
}
