// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.contract;

import org.isogloss.api.Searcher;

/** What every {@link Searcher} does, on an index with vectors of the model {@code tiny}. */
public abstract class SearcherContract
    implements QueryContract,
        ResultsContract,
        TranslationsContract,
        DocumentsContract,
        ListContract {}
