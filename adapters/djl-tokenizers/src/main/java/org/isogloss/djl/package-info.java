// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Hugging Face's own tokenizers, by the binding of DJL, as a service of {@link
 * org.isogloss.modelio.TokenizerProvider}.
 */
package org.isogloss.djl;
