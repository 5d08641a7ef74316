import IconCampfire from '@tabler/icons-react/dist/esm/icons/IconCampfire.mjs'
import { numberText } from '../../domain/lib/numbers.ts'
import { displayedTokens } from '../../domain/tokens/tokens.ts'
import classes from './TokenCount.module.css'

/** The balance as people read it: uses divided by 100, rounded (TOK-13). */
export function TokenCount({ uses }: { uses: number }) {
  const tokens = displayedTokens(uses)
  return (
    <span className={classes.count} title={`${numberText(uses)} uses`}>
      <IconCampfire size={20} aria-hidden />
      {numberText(tokens)}
      <span className={classes.unit}>{tokens === 1 ? 'token' : 'tokens'}</span>
    </span>
  )
}
