// The containers, grouped by how long their documents live. What is fixed at creation: partition key and vector policy.
// defaultTtl -1: a document expires only if it says so itself, which Keepword does after promotion, never before.
// Only the fields that searches name are indexed: that halves what a write costs.
param accountName string
param databaseName string
param embeddingDimensions int = 1536
param serverless bool = true
param maxThroughput int = 1000

var throughput = serverless ? {} : {
  autoscaleSettings: {
    maxThroughput: maxThroughput
  }
}

var containers = [
  { name: 'turns', partition: ['/user_id', '/thread_id'], kind: 'MultiHash', indexed: [
      { path: '/user_id/?' }
      { path: '/thread_id/?' }
      { path: '/at/?' }
      { path: '/message_id/?' }
    ] }
  { name: 'summaries', partition: ['/user_id', '/thread_id'], kind: 'MultiHash', indexed: [
      { path: '/user_id/?' }
      { path: '/thread_id/?' }
      { path: '/type/?' }
    ] }
  { name: 'threads', partition: ['/thread_id'], kind: 'Hash', indexed: [
      { path: '/thread_id/?' }
      { path: '/entity_id/?' }
      { path: '/state/?' }
      { path: '/due_at/?' }
      { path: '/outbox/?' }
      { path: '/promises/?' }
      { path: '/next_due/?' }
      { path: '/last_message_at/?' }
    ] }
  { name: 'profiles', partition: ['/entity_id'], kind: 'Hash', indexed: [
      { path: '/entity_id/?' }
      { path: '/next_due/?' }
      { path: '/promises/?' }
    ] }
  { name: 'identities', partition: ['/id'], kind: 'Hash', indexed: [
      { path: '/redirect_to/?' }
    ] }
  { name: 'messages', partition: ['/id'], kind: 'Hash', indexed: [
      { path: '/message_id/?' }
      { path: '/entity_id/?' }
      { path: '/thread_id/?' }
      { path: '/outcome/?' }
      { path: '/at/?' }
    ] }
  { name: 'leases', partition: ['/id'], kind: 'Hash', indexed: [
      { path: '/kind/?' }
    ] }
]

var nothingElse = [
  { path: '/*' }
]

resource account 'Microsoft.DocumentDB/databaseAccounts@2024-11-15' existing = {
  name: accountName
}

resource database 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases@2024-11-15' existing = {
  parent: account
  name: databaseName
}

resource plain 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers@2024-11-15' = [for container in containers: {
  parent: database
  name: container.name
  properties: {
    resource: {
      id: container.name
      partitionKey: {
        paths: container.partition
        kind: container.kind
        version: 2
      }
      defaultTtl: -1
      indexingPolicy: {
        indexingMode: 'consistent'
        automatic: true
        includedPaths: container.indexed
        excludedPaths: nothingElse
      }
    }
    options: throughput
  }
}]

// Facts, episodes and procedures may have embeddings, so that other agents can search them by meaning.
var memories = { name: 'memories', partition: ['/user_id', '/thread_id'], kind: 'MultiHash', indexed: [
      { path: '/user_id/?' }
      { path: '/thread_id/?' }
      { path: '/type/?' }
    ] }

resource withVectors 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers@2024-11-15' = {
  parent: database
  name: memories.name
  properties: {
    resource: {
      id: memories.name
      partitionKey: {
        paths: memories.partition
        kind: memories.kind
        version: 2
      }
      defaultTtl: -1
      vectorEmbeddingPolicy: {
        vectorEmbeddings: [
          {
            path: '/embedding'
            dataType: 'float32'
            distanceFunction: 'cosine'
            dimensions: embeddingDimensions
          }
        ]
      }
      indexingPolicy: {
        indexingMode: 'consistent'
        automatic: true
        includedPaths: memories.indexed
        excludedPaths: [
          { path: '/*' }
          { path: '/embedding/*' }
        ]
        vectorIndexes: [
          {
            path: '/embedding'
            type: 'quantizedFlat'
          }
        ]
      }
    }
    options: throughput
  }
}
