/**
 * Writes the figures of a command into docs/evidence.md. Each command has a section, whose heading is the command. A
 * repeated command replaces its section, and all other text stays.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Row } from '../bench/lib/row.ts'

const DOCUMENT = fileURLToPath(new URL('../docs/evidence.md', import.meta.url))

interface Figures {
  /** What repeats the run, such as "seed 1". */
  repeatedBy: string
  rows: readonly Row[]
}

/** @param command the heading: one command with the arguments that matter */
export function storeEvidence(command: string, { repeatedBy, rows }: Figures): void {
  const text = readFileSync(DOCUMENT, 'utf8')
  writeFileSync(DOCUMENT, withSection(text, `## ${command}`, sectionOf(repeatedBy, rows)))
}

/** Puts the section in the place of the one with its heading, or at the end. */
export function withSection(document: string, heading: string, body: string): string {
  const sections = document.trimEnd().split(/\n(?=## )/)
  const made = `${heading}\n${body}`.trimEnd()
  const at = sections.findIndex(section => section.split('\n', 1)[0] === heading)
  const all = at < 0 ? [...sections, made] : sections.toSpliced(at, 1, made)
  return `${all.map(section => section.trimEnd()).join('\n\n')}\n`
}

function sectionOf(repeatedBy: string, rows: readonly Row[]): string {
  const missed = rows.filter(({ passed }) => passed === false)
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
  return `${new Date().toISOString().slice(0, 10)}, ${repeatedBy}; ${machine()}, commit ${commit()}. ${
    missed.length === 0 ? 'Nothing failed.' : `Failed: ${missed.map(({ what }) => what).join(', ')}.`
  }

| what | measured | goal | |
|---|---|---|---|
${rows.map(({ what, measured, goal, passed }) => `| ${[what, measured, goal, passed === null ? '' : passed ? 'pass' : 'MISS'].map(cell).join(' | ')} |`).join('\n')}
`
}

function machine(): string {
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${memory} GB, Node ${process.versions.node}`
}

function commit(): string {
  return execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim()
}
