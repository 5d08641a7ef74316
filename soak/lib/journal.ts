/** What happened during a soak: everything that is judged at its end (`judge.ts`). Times are in ms since 1970. */

/** A node that was stopped or killed, or PostgreSQL or Redis that was restarted, until everything was ready again. */
export interface Restart {
  what: 'stop' | 'kill' | 'postgres' | 'redis'
  /** The number of the node; null where all are concerned. */
  node: number | null
  from: number
  until: number
}

/** Anything that people or operators would call an error. */
export interface Failure {
  kind:
    | 'no response'
    | 'status'
    /** A socket was closed, or was not opened. */
    | 'socket'
    /** A line of a node's log with the level "error" or above. */
    | 'log'
    /** What no restart explains: a gap, something that was lost, an answer that is wrong. */
    | 'wrong'
  from: number
  until: number
  node: number | null
  /** Of the response, or of the close of a socket. */
  code?: number
  text: string
}

export interface Read {
  path: string
  from: number
  until: number
  ms: number
}

/** Resident memory of a process. */
export interface Sample {
  /** One process, from its start to its end. */
  life: string
  at: number
  bytes: number
}

/** A row that a call with a key makes. */
export interface Made {
  table: string
  person: number
  key: string
  /** As it was acknowledged; null while it is not. */
  id: number | null
}

export interface Journal {
  reads: Read[]
  restarts: Restart[]
  failures: Failure[]
  memory: Sample[]
  made: Made[]
  /** Of everything else that was acknowledged: how it has to be in the end. Returns what is wrong, or null. */
  checks: Map<string, () => Promise<string | null>>
  writes: number
  events: number
  sockets: number
}

export function createJournal(): Journal {
  return {
    reads: [],
    restarts: [],
    failures: [],
    memory: [],
    made: [],
    checks: new Map(),
    writes: 0,
    events: 0,
    sockets: 0
  }
}

export function noteWrong(journal: Journal, text: string, node: number | null = null): void {
  const now = Date.now()
  journal.failures.push({ kind: 'wrong', from: now, until: now, node, text })
}
