import IconCoin from '@tabler/icons-react/dist/esm/icons/IconCoin.mjs'
import { displayedTokens } from '../../domain/tokens/tokens.ts'
import classes from './TokenCount.module.css'

/** The balance as people read it: uses divided by 100, rounded (TOK-13). */
export function TokenCount({ uses }: { uses: number }) {
  const tokens = displayedTokens(uses)
  return (
    <span className={classes.count} title={`${uses.toLocaleString()} uses`}>
      <IconCoin size={20} aria-hidden />
      {tokens.toLocaleString()}
      <span className={classes.unit}>{tokens === 1 ? 'token' : 'tokens'}</span>
    </span>
  )
}
