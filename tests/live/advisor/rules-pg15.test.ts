// Protects every rule of advice on PostgreSQL 15: it speaks of its page's example and is silent once that is mended, and of further cases each way.
import { testRulesOn } from './rule-run'

testRulesOn('pg15')
