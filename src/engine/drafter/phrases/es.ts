// Spanish phrases.

import type { Phrases } from '../phrases.ts'

export const es: Phrases = {
  roles: {
    overview: {
      headings: ['Descripción general', 'Introducción', 'Resumen', 'Descripción', 'Visión general', 'Acerca de'],
      purpose: 'Decir en pocas frases de qué trata y a quién ayuda.',
      ask: '¿Para qué sirve y quién lo necesita?',
      keywords: 'introducción resumen propósito permite ayuda significa describe ofrece',
    },
    prerequisites: {
      headings: ['Requisitos previos', 'Requisitos', 'Antes de empezar', 'Antes de comenzar'],
      purpose: 'Enumerar lo que hay que tener o saber antes de empezar.',
      ask: '¿Qué hay que tener, saber o haber instalado antes de empezar?',
      keywords: 'requisito necesita necesario debe antes cuenta permiso instalar instalado versión acceso rol',
    },
    usage: {
      headings: ['Uso', 'Sintaxis', 'Utilización', 'Comandos'],
      purpose: 'Mostrar cómo se llama o se escribe.',
      ask: '¿Cómo se llama o se escribe? Mejor con un comando o una petición.',
      keywords: 'uso usar llamada sintaxis petición comando ejecutar método devuelve',
    },
    steps: {
      headings: ['Pasos', 'Instrucciones', 'Procedimiento', 'Paso a paso', 'Instalación', 'Configuración'],
      purpose: 'Guiar al lector en orden.',
      ask: '¿Qué pasos hay que seguir, en qué orden y con qué comandos o ajustes?',
      keywords:
        'paso primero luego después haga clic abra ejecute elija introduzca cree añada instale configure comando guarde',
    },
    how: {
      headings: ['Cómo funciona', 'Arquitectura', 'Conceptos', 'Funcionamiento'],
      purpose: 'Explicar las partes y cómo trabajan juntas.',
      ask: '¿De qué partes consta y cómo trabajan juntas?',
      keywords: 'funciona consta componente parte flujo guarda envía recibe entre capa cola modelo',
    },
    why: {
      headings: ['Por qué', 'Motivos', 'Motivación', 'Ventajas', 'Razones'],
      purpose: 'Dar las razones.',
      ask: '¿Por qué está hecho así y qué pasaría de otro modo?',
      keywords: 'porque razón motivo ventaja evitar problema objetivo decisión elegido',
    },
    parameters: {
      headings: ['Parámetros', 'Opciones', 'Ajustes', 'Campos', 'Argumentos', 'Propiedades'],
      purpose: 'Enumerar cada parámetro con tipo, valor por defecto y significado.',
      ask: '¿Qué parámetros u opciones hay, con tipo, valor por defecto y significado?',
      keywords: 'parámetro opción ajuste campo argumento defecto tipo valor obligatorio opcional cadena entero',
    },
    examples: {
      headings: ['Ejemplos', 'Ejemplo'],
      purpose: 'Mostrar uno o dos ejemplos completos.',
      ask: '¿Cómo es un ejemplo completo que funciona?',
      keywords: 'ejemplo respuesta salida json curl',
    },
    result: {
      headings: ['Comprobar el resultado', 'Resultado', 'Verificación', 'Comprobación'],
      purpose: 'Decir cómo se ve que ha funcionado.',
      ask: '¿Cómo se ve que ha funcionado?',
      keywords: 'resultado comprobar verificar probar confirmar muestra aparece salida éxito esperado',
    },
    limits: {
      headings: ['Límites', 'Limitaciones', 'Restricciones', 'Cuotas'],
      purpose: 'Nombrar los límites y lo que suponen.',
      ask: '¿Qué límites, cuotas o inconvenientes hay?',
      keywords: 'límite limitación máximo mínimo cuota restricción tamaño solo',
    },
    errors: {
      headings: ['Errores', 'Códigos de error', 'Códigos de estado', 'Respuestas'],
      purpose: 'Enumerar los errores y su significado.',
      ask: '¿Qué errores pueden darse y qué significa cada uno?',
      keywords: 'error código estado fallo inválido denegado 400 401 403 404 409 422 429 500',
    },
    troubleshooting: {
      headings: ['Solución de problemas', 'Problemas', 'Problemas comunes'],
      purpose: 'Decir qué suele fallar y cómo se arregla.',
      ask: '¿Qué suele fallar y cómo se arregla?',
      keywords: 'error falla problema arreglar resolver si registro comprobar causa',
    },
    next: {
      headings: ['Siguientes pasos', 'Próximos pasos', 'Qué sigue'],
      purpose: 'Indicar cómo seguir.',
      ask: '¿Por dónde debería seguir el lector?',
      keywords: 'siguiente próximo más aprender continuar avanzado',
    },
  },
  kinds: {
    tutorial: ['tutorial', 'primeros pasos', 'inicio rápido', 'aprende'],
    'how-to': [
      'cómo ',
      'guía',
      'instalar',
      'configurar',
      'crear',
      'migrar',
      'actualizar',
      'restaurar',
      'procedimiento',
    ],
    reference: ['referencia', 'parámetros', 'opciones', 'comandos', 'códigos de error', 'interfaz'],
    explanation: ['por qué', 'concepto', 'arquitectura', 'entender', 'principios', 'cómo funciona', 'qué es'],
  },
  seeAlso: ['Véase también', 'Documentos relacionados', 'Más información'],
  notes: 'Notas',
  question: {
    missing: 'Ninguna fuente trata «{section}». {ask}',
    thin: 'Sobre «{section}» las fuentes solo dicen: «{quote}» {ask}',
    generic: '¿Qué debería aprender aquí quien lea «{title}»?',
    topic: 'Las notas piden «{topic}», pero ninguna fuente dice nada de ello. ¿Qué debería decir «{section}»?',
  },
  addSource: {
    title: 'Añadir una fuente para {count} sección(es) vacía(s)',
    body: 'Ni notas, ni material, ni documentos relacionados dicen nada sobre: {sections}. Añada material o responda a las preguntas.',
    thinTitle: 'Añadir una segunda fuente para «{section}»',
    thinBody:
      '«{section}» se apoya en un solo pasaje de {source}: «{quote}». Añada material que lo confirme o complete.',
  },
  verify: {
    title: 'Comprobar las cifras de «{section}»',
    body: 'Solo una fuente da estas cifras, versiones o fechas. Compruebe que son correctas:',
    unsourcedTitle: 'Comprobar una afirmación excluida de «{section}»',
    unsourcedBody:
      'El modelo escribió esto, pero sus citas no están en las fuentes que nombró; por eso no está en el borrador:',
  },
  conflict: {
    title: 'Las fuentes discrepan: ¿{first} o {second}?',
    body: 'El borrador dice «{kept}» ({keptSource}). Otra fuente dice «{dropped}» ({droppedSource}). ¿Cuál es correcta?',
  },
  fixLink: {
    title: 'Un enlace no lleva a ninguna parte: {href}',
    body: '«{text}» enlaza con {href}, y ese documento no existe. Responda con el enlace correcto (/read/…) o quítelo del borrador.',
  },
}
