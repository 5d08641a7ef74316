import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { mantineCss } from './vite-mantine-css.ts'

// For Vite alone; inside the app's own server, a proxy would take the calls from it.
const api = process.env.API_URL

export default defineConfig({
  root: resolve(import.meta.dirname, 'client'),
  plugins: [mantineCss(), react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // Every byte of an icon or font that is inlined would need `data:` in the content security policy.
    assetsInlineLimit: 0
  },
  server: api ? { proxy: { '/api': { target: api, ws: true }, '/socket': { target: api, ws: true } } } : {}
})
