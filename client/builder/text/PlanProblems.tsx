import { Button, Text } from '@mantine/core'
import { plural } from '../../../domain/lib/duration.ts'
import { cutText } from '../../../domain/lib/plain-text.ts'
import type { Problem } from '../../../domain/plans/read-text.ts'
import classes from './PlanText.module.css'

interface Props {
  id: string
  text: string
  problems: readonly Problem[]
  /** Puts the proposal in the place of the problem. */
  onPropose: (offset: number, length: number, proposal: string) => void
}

const MOST_SHOWN = 5

/** What was not understood, each with a button for what was probably meant. */
export function PlanProblems({ id, text, problems, onPropose }: Props) {
  const left = problems.length - MOST_SHOWN
  return (
    <div id={id} role="status">
      {problems.length > 0 && (
        <ul className={classes.problems}>
          {problems.slice(0, MOST_SHOWN).map(({ offset, length, message, proposal }) => (
            <li key={offset}>
              <Text size="sm" c="var(--mantine-color-error)">
                {`${placeOf(text, offset)}${message}`}
              </Text>
              {proposal !== null && (
                <Button variant="default" onClick={() => onPropose(offset, length, proposal)}>
                  {labelOf(text.slice(offset, offset + length), proposal)}
                </Button>
              )}
            </li>
          ))}
          {left > 0 && (
            <li>
              <Text size="sm" c="dimmed">{`and ${plural(left, 'more place')}`}</Text>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

/** Names the line when there are several. */
function placeOf(text: string, offset: number): string {
  return text.includes('\n') ? `Line ${text.slice(0, offset).split('\n').length}: ` : ''
}

const LONGEST_LABEL = 40

function labelOf(place: string, proposal: string): string {
  if (proposal.trim() === '') return `Remove “${cutText(place.trim(), LONGEST_LABEL)}”`
  return `Write “${cutText(proposal.replace(/\s+/g, ' ').trim(), LONGEST_LABEL)}”`
}
