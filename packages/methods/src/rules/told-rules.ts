import type { ToldRules } from './told-rule.js'

/** What pages say of each rule, written from the rules themselves by `told-rules.test.ts`. */
export const TOLD_RULES = {
  "sc": {"title":"SC","family":"sc","look":{"hue":"sc","shape":"square"},"swept":{"parameter":"budget","scale":"count","usual":[16,32,64,128,1,2,4,8]},"parameters":{}},
  "esc": {"title":"ESC","family":"esc","look":{"hue":"esc","shape":"triangle"},"swept":{"parameter":"window","scale":"count","usual":[4,2,3,5,6,8,10,16]},"parameters":{"answerFrom":{"preset":"plurality"},"window":{}}},
  "asc-beta": {"title":"ASC-β","family":"asc","look":{"hue":"asc-beta","shape":"diamond"},"swept":{"parameter":"threshold","scale":"share","usual":[0.95,0.9,0.99,0.8,0.85,0.97,0.995,0.999]},"parameters":{"threshold":{"preset":0.95}}},
  "asc-dirichlet": {"title":"ASC-Dirichlet","family":"asc","look":{"hue":"asc-dirichlet","shape":"triangle-down"},"swept":{"parameter":"threshold","scale":"share","usual":[0.95,0.9,0.99,0.8,0.85,0.97,0.995,0.999]},"parameters":{"threshold":{"preset":0.95}}},
  "dsc": {"title":"DSC","family":"dsc","look":{"hue":"dsc","shape":"star"},"swept":null,"parameters":{"easyRun":{"preset":32},"extendBy":{"preset":4},"preSamples":{"preset":4},"predictFrom":{"preset":16},"rankBatch":{"preset":5},"rankRounds":{"preset":3},"threshold":{"preset":0.95}}},
  "cges": {"title":"CGES","family":"cges","look":"signal","swept":{"parameter":"gamma","scale":"share","usual":[0.99,0.95,0.9,0.999,0.995,0.98,0.9999,0.8]},"parameters":{"confidence":{},"constant":{"optional":true},"gamma":{},"map":{"optional":true},"minSamples":{"preset":1},"otherStops":{"preset":false},"support":{"preset":"dynamic"}}},
  "voi": {"title":"VOI","family":"votes","look":{"hue":"dsc","shape":"hexagon"},"swept":{"parameter":"kappa","scale":"cost","usual":[0.01,0.004,0.03,0.002,0.02,0.001,0.006,0.05]},"parameters":{"kappa":{"preset":0.01}}},
  "majority": {"title":"Majority","family":"votes","look":{"hue":"esc","shape":"chevron"},"swept":{"parameter":"alpha","scale":"share","usual":[0.1,0.05,0.2,0.01,0.3,0.02,0.001,0.5]},"parameters":{"alpha":{"preset":0.1}}},
  "mmc": {"title":"MMC","family":"votes","look":{"hue":"asc-beta","shape":"arrow"},"swept":{"parameter":"alpha","scale":"share","usual":[0.1,0.05,0.2,0.01,0.3,0.02,0.001,0.5]},"parameters":{"alpha":{"preset":0.1}}},
  "cite": {"title":"CITE","family":"votes","look":{"hue":"asc-dirichlet","shape":"house"},"swept":{"parameter":"alpha","scale":"share","usual":[0.1,0.05,0.2,0.01,0.3,0.02,0.001,0.5]},"parameters":{"alpha":{"preset":0.1}}},
  "bayes": {"title":"Bayes","family":"votes","look":{"hue":"asc-beta","shape":"bolt"},"swept":{"parameter":"delta","scale":"share","usual":[0.05,0.1,0.02,0.01,0.2,0.001,0.3,0.005]},"parameters":{"answers":{"preset":5},"delta":{"preset":0.05},"easy":{"preset":0.1},"hard":{"preset":1},"share":{"preset":0.5}}},
  "doubling": {"title":"Doubling","family":"votes","look":{"hue":"sc","shape":"trapezoid"},"swept":{"parameter":"threshold","scale":"share","usual":[0.75,0.9,0.6,0.7,0.8,0.85,0.95,0.99]},"parameters":{"threshold":{"preset":0.75}}},
  "reasc": {"title":"ReASC","family":"weighed","look":{"hue":"mars","shape":"parallelogram"},"swept":{"parameter":"threshold","scale":"share","usual":[0.95,0.9,0.99,0.8,0.85,0.97,0.995,0.999]},"parameters":{"confidence":{},"gate":{},"lambda":{"preset":0.7},"mean":{},"spread":{},"threshold":{"preset":0.95}}},
  "cisc": {"title":"CISC","family":"weighed","look":{"hue":"rm","shape":"tee"},"swept":{"parameter":"budget","scale":"count","usual":[16,32,64,128,1,2,4,8]},"parameters":{"confidence":{},"temperature":{"preset":1}}},
  "cite-weighted": {"title":"CITE-w","family":"weighed","look":{"hue":"mars","shape":"crown"},"swept":{"parameter":"alpha","scale":"share","usual":[0.1,0.05,0.2,0.01,0.3,0.02,0.001,0.5]},"parameters":{"alpha":{"preset":0.1},"confidence":{}}},
  "deepconf": {"title":"DeepConf","family":"weighed","look":{"hue":"deepconf-b10","shape":"pennant"},"swept":{"parameter":"threshold","scale":"share","usual":[0.95,0.9,0.99,0.8,0.85,0.97,0.7,0.999]},"parameters":{"keep":{},"threshold":{"preset":0.95},"warmUps":{"preset":16},"window":{"preset":2048}}},
  "beacon": {"title":"BEACON","family":"weighed","look":{"hue":"rm","shape":"funnel"},"swept":{"parameter":"cost","scale":"cost","usual":[0.02,0.01,0.05,0.005,0.1,0.002,0.2,0.001]},"parameters":{"confidence":{"preset":"rm"},"cost":{"preset":0.02}}},
  "fixed-total": {"title":"Fixed total","family":"votes","look":{"hue":"esc","shape":"star-4"},"swept":null,"parameters":{"step":{"preset":0.1},"totalCalls":{}}},
  "blend-asc": {"title":"Blend-ASC","family":"asc","look":{"hue":"asc-dirichlet","shape":"tee-down"},"swept":null,"parameters":{"step":{"preset":0.1},"totalCalls":{}}},
} as const satisfies ToldRules
