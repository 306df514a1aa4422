// The types of diagram.js, for the panel.

type DiagramEvents = { onDrawn: () => void; onFailed: (reason: string) => void }
type DiagramFrame = { frame: HTMLIFrameElement; draw: (source: string) => void; remove: () => void }

export function diagramFrame(title: string, events: DiagramEvents): DiagramFrame
