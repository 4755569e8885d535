#!/usr/bin/env node
// The command line in a checkout: builds what it needs the first time, then runs it.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildParts } from './build.mjs'

const parts = process.argv[2] === 'serve' ? ['node', 'ui'] : ['node']
await buildParts(parts, { ifStale: true })
createRequire(import.meta.url)(join(dirname(fileURLToPath(import.meta.url)), '../dist/node/cli.cjs'))
