/**
 * A file of another tracker, and the rows that it becomes: those of our own export, whose columns the import reads
 * without a question.
 */
import { LOG_COLUMNS } from '../../export/export.ts'
import type { Row } from '../file.ts'

export interface SourceFile {
  /** The name of the file, or its path in a zip. */
  path: string
  rows: readonly Row[]
}

type Column = (typeof LOG_COLUMNS)[number]

/** Returns a row of our own export. It keeps the number of the row that it comes from. */
export function ownRow({ number }: Row, cells: Partial<Record<Column, string>>): Row {
  return { number, cells: LOG_COLUMNS.map(column => cells[column] ?? '') }
}

/** The first row of our own export. */
export const OWN_HEADER: Row = { number: 0, cells: LOG_COLUMNS }

/** A table whose cells are found by the names of their columns. */
export interface Table {
  header: readonly string[]
  lines: readonly Row[]
  /** The cell of the last column with this name; '' without such a column. */
  cell: (line: Row, name: string) => string
}

export function tableOf({ rows }: SourceFile): Table {
  const header = rows[0]?.cells.map(name => name.trim()) ?? []
  return {
    header,
    lines: rows.slice(1),
    cell: ({ cells }, name) => cells[header.lastIndexOf(name)]?.trim() ?? ''
  }
}

/** Marks a date that a tracker's server wrote in UTC. */
export function inUtc(date: string): string {
  return date && `${date} UTC`
}

/** The name of a file without its folder and its ending. */
export function nameOf(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/\.\w+$/, '')
}
