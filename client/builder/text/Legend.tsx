import classes from './PlanText.module.css'

/** What people can write into a field, as examples with their meanings, folded. */
export function Legend({ rows }: { rows: readonly (readonly [text: string, meaning: string])[] }) {
  return (
    <details className={classes.examples}>
      <summary>What you can write</summary>
      <dl>
        {rows.map(([text, meaning]) => (
          <div key={text}>
            <dt>
              <code>{text}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
