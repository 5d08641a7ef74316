import { Link } from 'react-router'
import { config } from '../lib/embedded.ts'
import { contactAddress } from '../ui/links/contact-address.ts'
import classes from './Footer.module.css'

export function Footer() {
  return (
    <footer className={classes.footer} data-tour="end">
      <div className={classes.row}>
        <span className={classes.name}>{config.app_name}</span>
        <nav aria-label="About this site" className={classes.links}>
          <Link to="/about">About</Link>
          {!config.is_free && <Link to="/pricing">Pricing</Link>}
          <Link to="/terms-of-service">Terms</Link>
          <Link to="/privacy-policy">Privacy</Link>
          {config.contact && <a href={contactAddress(config.contact)}>Contact</a>}
          {config.has_imprint && <Link to="/imprint">Imprint</Link>}
        </nav>
      </div>
    </footer>
  )
}
