// Protects every rule of advice on MySQL 8.0: it speaks of its page's example and is silent once that is mended, and of further cases each way.
import { testRulesOn } from './rule-run'

testRulesOn('mysql80')
