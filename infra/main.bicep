// Azure Cosmos DB for Keepword: the account, its database and containers, and who may read and write documents.
// Keepword itself creates nothing in Azure; a data-plane identity could not. The commands stand in README.md.
targetScope = 'resourceGroup'

@description('The account name: 3 to 44 lower-case letters, digits and hyphens, unique in all of Azure.')
@minLength(3)
@maxLength(44)
param accountName string

@description('The region.')
param location string = resourceGroup().location

@description('The database name, as store.database in keepword.toml has it.')
param databaseName string = 'keepword'

@description('True: pay per request, in one region. False: autoscale, each container by itself (vectors forbid shared throughput).')
param serverless bool = true

@description('Autoscale only: the highest throughput of each container in request units per second, a multiple of 1000.')
@minValue(1000)
param maxThroughput int = 1000

@description('Principal ids of the managed identities, people or groups that run Keepword.')
param principalIds array = []

@description('How many numbers an embedding has. It cannot be changed later.')
param embeddingDimensions int = 1536

@description('Autoscale only: a second region that takes over when the first one fails; empty: none.')
param failoverLocation string = ''

@description('Whether replicas lie in several zones of the region.')
param zoneRedundant bool = false

@description('Disabled: only private endpoints reach the account.')
@allowed([
  'Enabled'
  'Disabled'
])
param publicNetworkAccess string = 'Enabled'

resource account 'Microsoft.DocumentDB/databaseAccounts@2024-11-15' = {
  name: accountName
  location: location
  kind: 'GlobalDocumentDB'
  properties: {
    databaseAccountOfferType: 'Standard'
    // One region takes writes, so an ETag decides who was first. Session: what a worker wrote it reads.
    enableMultipleWriteLocations: false
    enableAutomaticFailover: !empty(failoverLocation)
    consistencyPolicy: {
      defaultConsistencyLevel: 'Session'
    }
    locations: empty(failoverLocation) ? [
      {
        locationName: location
        failoverPriority: 0
        isZoneRedundant: zoneRedundant
      }
    ] : [
      {
        locationName: location
        failoverPriority: 0
        isZoneRedundant: zoneRedundant
      }
      {
        locationName: failoverLocation
        failoverPriority: 1
        isZoneRedundant: zoneRedundant
      }
    ]
    capabilities: serverless ? [
      {
        name: 'EnableServerless'
      }
      {
        name: 'EnableNoSQLVectorSearch'
      }
    ] : [
      {
        name: 'EnableNoSQLVectorSearch'
      }
    ]
    // Entra ID only: there are no keys that could leak.
    disableLocalAuth: true
    minimalTlsVersion: 'Tls12'
    publicNetworkAccess: publicNetworkAccess
    backupPolicy: {
      type: 'Continuous'
      continuousModeProperties: {
        tier: 'Continuous7Days'
      }
    }
  }
}

resource database 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases@2024-11-15' = {
  parent: account
  name: databaseName
  properties: {
    resource: {
      id: databaseName
    }
  }
}

module containers 'containers.bicep' = {
  name: 'keepword-containers'
  params: {
    accountName: account.name
    databaseName: database.name
    embeddingDimensions: embeddingDimensions
    serverless: serverless
    maxThroughput: maxThroughput
  }
}

module role 'role.bicep' = {
  name: 'keepword-role'
  params: {
    accountName: account.name
    principalIds: principalIds
  }
}

@description('For store.endpoint in keepword.toml.')
output endpoint string = account.properties.documentEndpoint
