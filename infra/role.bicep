// Who may read and write documents: the built-in data role, which can neither create containers nor read keys.
param accountName string

@description('Principal (object) ids; for a managed identity its principalId, not its clientId.')
param principalIds array

// Cosmos DB Built-in Data Contributor: readMetadata, containers/*, items/* (executeQuery and readChangeFeed among them).
var dataContributor = '00000000-0000-0000-0000-000000000002'

resource account 'Microsoft.DocumentDB/databaseAccounts@2024-11-15' existing = {
  name: accountName
}

resource assignments 'Microsoft.DocumentDB/databaseAccounts/sqlRoleAssignments@2024-11-15' = [for principalId in principalIds: {
  parent: account
  name: guid(account.id, principalId, dataContributor)
  properties: {
    roleDefinitionId: '${account.id}/sqlRoleDefinitions/${dataContributor}'
    principalId: principalId
    scope: account.id
  }
}]
