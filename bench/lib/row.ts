/** A line of the table. */
export interface Row {
  what: string
  measured: string
  goal: string
  /** Null when there is no goal. */
  passed: boolean | null
}

/**
 * @param unit of both numbers, such as `requests/s`
 * @param goal omitted if there is none
 */
export function ratioRow(what: string, unit: string, { product, other, ratio }: Compared, goal?: number): Row {
  return {
    what,
    measured: `${ratio.toFixed(2)} × (${round(product)} against ${round(other)} ${unit})`,
    goal: goal === undefined ? '' : `≥ ${goal} ×`,
    passed: goal === undefined ? null : ratio >= goal
  }
}

export interface Compared {
  product: number
  other: number
  /** The median of the ratios of neighbouring rounds. A slow moment of the machine slows both sides. */
  ratio: number
}

function round(value: number): string {
  return Math.round(value).toLocaleString('en')
}

export function printTable(rows: Row[]): void {
  const lines = [
    ['what', 'measured', 'goal', ''],
    ...rows.map(row => [row.what, row.measured, row.goal, row.passed === null ? '' : row.passed ? 'pass' : 'MISS'])
  ]
  const widths = [0, 1, 2].map(column => Math.max(...lines.map(line => line[column]?.length ?? 0)))
  console.log()
  for (const line of lines) {
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()
    )
  }
}
