/** One finding of checkov that stays. */
export interface Finding {
  readonly id: string
  readonly what: string
  /** Of what: KIND.NAMESPACE.NAME. */
  readonly of: RegExp
  readonly reason: string
}

const PODS = /^(Deployment|StatefulSet|Job)\./

/** Every finding that stays, and why; README of k8s lists the same. */
export const FINDINGS: readonly Finding[] = [
  {
    id: 'CKV_K8S_11',
    what: 'no limits of CPU',
    of: PODS,
    reason: 'a limit throttles who could use idle cores; requests divide what is contended, memory has limits',
  },
  {
    id: 'CKV_K8S_15',
    what: 'image pull policy',
    of: /^(Deployment|Job)\./,
    reason: 'images are named by version or digest: pulling anew brings nothing',
  },
  {
    id: 'CKV_K8S_21',
    what: 'default namespace',
    of: /\.default\./,
    reason: 'Helm gives the namespace, none is written',
  },
  {
    id: 'CKV_K8S_22',
    what: 'writable root',
    of: /^Deployment\.default\.worker-/,
    reason:
      'of what has a GPU (engines, reward servers, step scorers): the hook that gives a container its GPU writes there',
  },
  {
    id: 'CKV_K8S_35',
    what: 'secrets in variables',
    of: /^((Deployment\.default\.(api|coordinator|worker-.*))|Job\..*|StatefulSet\..*)$/,
    reason:
      'the stores’ addresses and passwords and, in what has a GPU, `HF_TOKEN` and the engine’s key: whose programs read them from nowhere else. A step scorer gets `HF_TOKEN` too, whoever made its image. Our own keys, pepper and tokens are files',
  },
  {
    id: 'CKV_K8S_40',
    what: 'low user id',
    of: /^StatefulSet\.default\.(postgres|redis)$/,
    reason: 'of PostgreSQL and Redis inside, as their images have it; for trying things out',
  },
  {
    id: 'CKV_K8S_43',
    what: 'no digest',
    of: /^(Deployment|Job)\./,
    reason: 'of our own images: `images.tag: 0.1.0@sha256:…` is one',
  },
]
