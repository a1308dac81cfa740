// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Commands on test collections: {@link CollectionCommand} with the subcommand {@link
 * CollectionBuildCommand}, which builds one from documents that are linked across languages. {@link
 * CollectionSourceOptions} select the documents. Begin with {@link CollectionBuildCommand}.
 */
package org.isogloss.cli.collection;
