/** Runs a command of the server to its end, as an operator does. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { ClientConfig } from 'pg'

export interface Ended {
  code: number
  /** The standard output, then the error output. */
  printed: string
}

/** Node arguments for a program that loads the app. They save half a second. */
export const QUICK = ['--import', fileURLToPath(new URL('../../server/lib/quick-drizzle.ts', import.meta.url))]

/** @param file below the project's folder */
export async function runProgram(file: string, env: Record<string, string>, args: string[] = []): Promise<Ended> {
  const program = fileURLToPath(new URL(`../../${file}`, import.meta.url))
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [...QUICK, program, ...args], { env: { PATH, NODE_COMPILE_CACHE, ...env } })
  const [[code], out, err] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return { code: Number(code), printed: out + err }
}

/** The `DATABASE_URL` of a test's database. */
export function urlOf({ host = '', port, password, database }: ClientConfig): string {
  const login = password ? `postgres:${encodeURIComponent(String(password))}` : 'postgres'
  return `postgres://${login}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}
