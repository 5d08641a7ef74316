/** Reads Stryker's report. */

export interface Mutant {
  status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'RuntimeError' | 'CompileError' | 'Ignored'
  mutatorName: string
  replacement?: string
  location: { start: Place; end: Place }
  file: string
  source: string
}

interface Place {
  /** From 1. */
  line: number
  column: number
}

export interface Report {
  files: Record<string, { source: string; mutants: Omit<Mutant, 'file' | 'source'>[] }>
}

/** Sentences for people. Tests compare what the product does; only some compare its words. */
function isOfWords(mutant: Mutant): boolean {
  return mutant.mutatorName === 'StringLiteral' && /^['"`].*\S \S/.test(originalOf(mutant))
}

const isKilled = ({ status }: Mutant) => status === 'Killed' || status === 'Timeout'
const isSurvivor = ({ status }: Mutant) => status === 'Survived' || status === 'NoCoverage'

export function tallyOf(mutants: readonly Mutant[]) {
  const judged = mutants.filter(mutant => !isOfWords(mutant) && (isKilled(mutant) || isSurvivor(mutant)))
  const killed = judged.filter(isKilled).length
  const words = mutants.filter(isOfWords).length
  return { killed, judged: judged.length, words, percent: judged.length > 0 ? (killed / judged.length) * 100 : 100 }
}

/** The changes that no test notices, a line each. */
export function survivorsOf(mutants: readonly Mutant[]): string[] {
  return mutants
    .filter(mutant => isSurvivor(mutant) && !isOfWords(mutant))
    .map(mutant => {
      const change = `${shortened(originalOf(mutant))} → ${shortened(mutant.replacement ?? '')}`
      return `${mutant.file}:${mutant.location.start.line} ${change}`
    })
}

const shortened = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 80)

function originalOf({ source, location: { start, end } }: Mutant): string {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  lines[last] = lines[last]?.slice(0, end.column - 1) ?? ''
  lines[0] = lines[0]?.slice(start.column - 1) ?? ''
  return lines.join('\n')
}
