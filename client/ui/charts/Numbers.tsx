import { useState } from 'react'
import classes from './Numbers.module.css'

interface Props {
  caption: string
  heads: readonly string[]
  /** The first cell of a row names it. */
  rows: readonly (readonly string[])[]
}

/** The numbers of a chart as a table, for people who prefer to read, with or without a screen reader. */
export function Numbers({ caption, heads, rows }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className={classes.summary}>Show the numbers</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        <section className={classes.frame} aria-label={caption} tabIndex={0}>
          <table className={classes.numbers}>
            <thead>
              <tr>
                {heads.map(head => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([name, ...cells]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {cells.map((cell, index) => (
                    <td key={heads[index + 1]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  )
}
