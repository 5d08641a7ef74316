/** Reads the answer of `npm audit --json`. */

const SERIOUS = ['high', 'critical']

/**
 * The lines to print, and whether there is a high or critical vulnerability. Every other answer than a report counts as
 * none: the registry cannot be reached, or does not know vulnerabilities.
 * @param {string} answer
 * @returns {{ lines: string[], isSerious: boolean }}
 */
export function verdictOf(answer) {
  const report = parsed(answer)
  if (!report?.auditReportVersion) {
    const reason = report?.message ?? report?.error?.summary
    return {
      lines: [`Vulnerabilities could not be looked up${reason ? `: ${firstLine(reason)}` : '.'}`],
      isSerious: false
    }
  }
  const found = Object.values(report.vulnerabilities ?? {})
  if (found.length === 0) return { lines: ['No package of the server has a known vulnerability.'], isSerious: false }
  return {
    lines: found.map(({ name, severity, range }) => `${severity}: ${name} ${range}`),
    isSerious: found.some(({ severity }) => SERIOUS.includes(severity))
  }
}

/**
 * @param {string} text
 * @returns {any}
 */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** @param {unknown} text */
function firstLine(text) {
  return String(text).split('\n')[0]
}
