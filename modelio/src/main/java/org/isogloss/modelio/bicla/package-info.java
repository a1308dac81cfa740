// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The model folder of a BiCLA model (Glavaš and Vulić, ECIR 2019), which scores pairs of sentences
 * in two languages.
 *
 * <p>{@link BiclaArchitecture} has the sizes of the network and the names and shapes of its
 * parameters, {@link WordTable} the words of one language and their vectors, and {@link BiclaFiles}
 * reads and writes both. Begin with {@link BiclaFiles}.
 */
package org.isogloss.modelio.bicla;
