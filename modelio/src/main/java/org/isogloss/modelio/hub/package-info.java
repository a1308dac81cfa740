// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Download of models from a Hugging Face hub.
 *
 * <p>Begin with {@link Hub}, which is configured by the environment variables of {@code
 * huggingface_hub}, and {@link HubModel}, which names a model and a revision. Partial downloads are
 * resumed; the size and checksum of every file are verified; responses are limited in size and
 * time.
 */
package org.isogloss.modelio.hub;
