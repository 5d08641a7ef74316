/** The record of a soak, which `judge.ts` judges at its end. Times are in ms since 1970. */

/** A node, PostgreSQL or Redis that was stopped, killed or restarted, until everything was ready again. */
export interface Restart {
  what: 'stop' | 'kill' | 'postgres' | 'redis'
  /** The number of the node; null if the restart concerns all nodes. */
  node: number | null
  from: number
  until: number
}

/** Anything that people or operators would consider an error. */
export interface Failure {
  kind:
    | 'no response'
    | 'status'
    /** A socket was closed, or was not opened. */
    | 'socket'
    /** A line of a node's log with the level "error" or above. */
    | 'log'
    /** An error that no restart explains: a gap, a loss, a wrong response. */
    | 'wrong'
  from: number
  until: number
  node: number | null
  /** The status of the response, or the code of the closed socket. */
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

/** A row that a call with a key creates. */
export interface Made {
  table: string
  person: number
  key: string
  /** The id from the acknowledgement; null before it. */
  id: number | null
}

export interface Journal {
  reads: Read[]
  restarts: Restart[]
  failures: Failure[]
  memory: Sample[]
  made: Made[]
  /** For everything else that was acknowledged: the expected state at the end. Returns what is wrong, or null. */
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
